export default function Page() {
  return <h1>admin/users</h1>;
}
