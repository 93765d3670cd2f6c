export default function Page() {
  return <h1>store/search</h1>;
}
