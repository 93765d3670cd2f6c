import { Gate } from '../../components/gate.tsx';

export default function AdminArea() {
  return <Gate kind="admin" />;
}
