export default function Page() {
  return <h1>store/product</h1>;
}
