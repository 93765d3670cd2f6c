export default function Page() {
  return <h1>account/forget-password</h1>;
}
