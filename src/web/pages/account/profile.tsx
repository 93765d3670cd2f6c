export default function Page() {
  return <h1>account/profile</h1>;
}
