export default function Page() {
  return <h1>account/login</h1>;
}
