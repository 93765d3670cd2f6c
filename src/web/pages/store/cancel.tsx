export default function Page() {
  return <h1>store/cancel</h1>;
}
