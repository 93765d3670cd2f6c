import { Icon } from '../../kit/icons.tsx';

export const CardIcon = ({ size }: { size: number }) => (
  <Icon size={size}>
    <rect x="3" y="5.5" width="18" height="13" rx="2.500" />
    <path d="M3 10h18M7 15h3" />
  </Icon>
);
