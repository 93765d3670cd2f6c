/** Icons of the dashboards' navigation. Separate from icons.tsx, so that other pages don't download them. */
import { Icon, type IconProps } from './icons.tsx';

export const TagIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5v6.2a2 2 0 0 0 .6 1.4l7 7a1.5 1.5 0 0 0 2.1 0l5.9-5.9a1.5 1.5 0 0 0 0-2.1l-7-7a2 2 0 0 0-1.4-.6H5a1 1 0 0 0-1 1Z" />
    <circle cx="8.5" cy="8.5" r="0.8" />
  </Icon>
);

export const BoxIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m12 3.5 8 4.2v8.6l-8 4.2-8-4.2V7.700Z" />
    <path d="m4.4 7.9 7.6 4 7.6-4M12 12v8.3" />
  </Icon>
);

export const PercentIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M18.5 5.500 5.500 18.500" />
    <circle cx="7.5" cy="7.5" r="2.5" />
    <circle cx="16.5" cy="16.5" r="2.5" />
  </Icon>
);

export const UsersIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9.5" cy="8.5" r="3.5" />
    <path d="M3.5 19.500a6 6 0 0 1 12 0M15.5 5.300a3.5 3.5 0 0 1 0 6.400M17.5 14.500a6 6 0 0 1 3 5" />
  </Icon>
);

export const EnvelopeIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3.5" y="5.5" width="17" height="13" rx="1.5" />
    <path d="m4 7 8 6 8-6" />
  </Icon>
);

export const SlidersIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 8h8M18 8h2M4 16h2M12 16h8" />
    <circle cx="15" cy="8" r="2.5" />
    <circle cx="9" cy="16" r="2.5" />
  </Icon>
);

export const HomeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4 11 8-7 8 7v8a1 1 0 0 1-1 1h-4.500v-5.500h-5V20H5a1 1 0 0 1-1-1Z" />
  </Icon>
);

export const PersonIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
  </Icon>
);

export const BagIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 8h12l1 11a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1Z" />
    <path d="M9 8V7a3 3 0 0 1 6 0v1" />
  </Icon>
);

export const MapPinIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 20.5s6.500-5.800 6.500-10.700a6.500 6.500 0 0 0-13 0c0 4.900 6.500 10.700 6.500 10.700Z" />
    <circle cx="12" cy="9.8" r="2.3" />
  </Icon>
);

export const ShieldIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5 5 6v5.500c0 4.200 2.900 7.500 7 9 4.100-1.500 7-4.800 7-9V6Z" />
    <path d="m9 11.800 2.200 2.200L15.200 10" />
  </Icon>
);

export const KeyboardIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="2.5" y="6" width="19" height="12" rx="2.5" />
    <path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />
  </Icon>
);

export const ShopIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 10.5V19a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-8.5" />
    <path d="M4 4h16l1 4.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" />
  </Icon>
);

export const TasksIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4 6.500 1.500 1.500L8 5M4 13l1.500 1.500L8 11.500M4 19.500l1.500 1.500L8 18" />
    <path d="M12 6.500h8M12 13h8M12 19.500h8" />
  </Icon>
);

export const LogOutIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 4H6.500A1.500 1.500 0 0 0 5 5.500v13A1.500 1.500 0 0 0 6.500 20H10" />
    <path d="M15 8l4 4-4 4M19 12H9.500" />
  </Icon>
);

export const KeyIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="8" cy="15.5" r="4" />
    <path d="m11 12.500 8.500-8.500M16 7.500l3 3M13.500 10l2 2" />
  </Icon>
);

export const WebhookIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="6" cy="17" r="2.500" />
    <circle cx="18" cy="17" r="2.500" />
    <circle cx="12" cy="6.500" r="2.500" />
    <path d="M8.500 17h7M13.300 8.700l3.400 6M10.700 8.700l-3.400 6" />
  </Icon>
);

export const ImportIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 15V4M7.500 8.500 12 4l4.500 4.500" />
    <path d="M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />
  </Icon>
);

export const RedirectIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 19v-5a4 4 0 0 1 4-4h10" />
    <path d="m14.500 5.500 4.500 4.500-4.500 4.500" />
  </Icon>
);

export const PageIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 4.500A1.500 1.500 0 0 1 7.500 3H14l5 5v11.500a1.500 1.500 0 0 1-1.500 1.500h-10A1.500 1.500 0 0 1 6 19.500Z" />
    <path d="M14 3v5h5M9.500 12.500h6M9.500 16h4" />
  </Icon>
);

export const HistoryIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 12a8 8 0 1 0 2.500-5.800L4 8.500" />
    <path d="M4 4v4.500h4.500M12 8v4.500l3 1.800" />
  </Icon>
);
