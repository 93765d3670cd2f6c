export default function Page() {
  return <h1>store/home</h1>;
}
