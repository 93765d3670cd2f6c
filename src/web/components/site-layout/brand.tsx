/** The shop's logo, or its first letter and its name. */
import { useShop } from '../../hooks/use-shop.ts';
import { imageUrlForWidth } from '../product-image.tsx';

const LOGO_WIDTH = 320;

export function Brand() {
  const { name, logo } = useShop().settings.shop;
  if (logo) return <img src={imageUrlForWidth(logo, LOGO_WIDTH)} alt={name} className="h-8 max-w-40 object-contain object-left" />;
  const [initial] = name;
  return (
    <>
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-small bg-ink text-small text-ground max-[23rem]:hidden"
      >
        {initial}
      </span>
      <bdi className="-mr-1 max-w-[36vw] min-w-0 truncate pr-1 md:max-w-48">{name}</bdi>
    </>
  );
}
