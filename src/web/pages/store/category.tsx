export default function Page() {
  return <h1>store/category</h1>;
}
