/** The shop's logo, or its first letter and its name. */
import { useShop } from '../hooks/use-shop.ts';
import { imageUrlForWidth } from '../products/product-image.tsx';

const LOGO_WIDTH = 320;

/** From so many characters on a name is set smaller, in several lines. */
const LONG_NAME = 20;

export function Brand() {
  const { name, logo } = useShop().settings.shop;
  if (logo) return <img src={imageUrlForWidth(logo, LOGO_WIDTH)} alt={name} />;
  const [initial] = name;
  return (
    <>
      <span aria-hidden="true">{initial}</span>
      <bdi className={name.length > LONG_NAME ? 'text-small' : undefined}>{name}</bdi>
    </>
  );
}
