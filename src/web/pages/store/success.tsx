export default function Page() {
  return <h1>store/success</h1>;
}
