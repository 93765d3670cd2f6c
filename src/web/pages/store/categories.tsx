export default function Page() {
  return <h1>store/categories</h1>;
}
