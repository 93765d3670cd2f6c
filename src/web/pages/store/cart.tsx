export default function Page() {
  return <h1>store/cart</h1>;
}
