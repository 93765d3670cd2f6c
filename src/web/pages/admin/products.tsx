export default function Page() {
  return <h1>admin/products</h1>;
}
