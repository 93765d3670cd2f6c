export default function Page() {
  return <h1>account/orders</h1>;
}
