import { Gate } from '../../components/gate.tsx';

export default function UserArea() {
  return <Gate kind="user" />;
}
