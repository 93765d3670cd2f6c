export default function Page() {
  return <h1>admin/create-category</h1>;
}
