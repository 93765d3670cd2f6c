/** Chooses one of the product's images: a native select that lies over the image. */

import { ProductImage } from '../../shared/products/product-image.tsx';
import type { FormImage } from '../product-form/use-image-list.ts';
import { productVariants as words } from './messages.ts';

export const describeImage = ({ alt }: FormImage, index: number): string =>
  index === 0 ? words.mainImage : words.imageAt(index + 1, alt.trim());

interface ImageSelectProps {
  label: string;
  name: string;
  /** Key of an image; one that isn't there any more: the first. */
  value: string;
  images: FormImage[];
  error: string | undefined;
  onChange: (image: string) => void;
}

export function ImageSelect({ label, name, value, images, error, onChange }: ImageSelectProps) {
  const shown = images.find(({ key }) => key === value) ?? images[0];
  return (
    <span className="relative block size-11 shrink-0 overflow-hidden rounded-small border border-line hover:border-edge has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
      {shown &&
        (shown.file ? (
          <img src={shown.url} alt="" className="size-full object-contain" />
        ) : (
          <ProductImage image={shown.url} alt="" sizes="48px" className="object-contain" />
        ))}
      <select
        name={name}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        title={error ?? label}
        value={shown === images[0] ? '' : shown?.key}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {images.map((item, index) => (
          <option key={item.key} value={index === 0 ? '' : item.key}>
            {describeImage(item, index)}
          </option>
        ))}
      </select>
    </span>
  );
}
