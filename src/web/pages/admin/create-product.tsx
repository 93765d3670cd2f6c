export default function Page() {
  return <h1>admin/create-product</h1>;
}
