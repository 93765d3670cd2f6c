export default function Page() {
  return <h1>account/dashboard</h1>;
}
