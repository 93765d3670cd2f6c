export default function Page() {
  return <h1>store/text</h1>;
}
