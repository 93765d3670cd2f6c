export default function Page() {
  return <h1>admin/update-product</h1>;
}
