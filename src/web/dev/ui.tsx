/** `/dev/ui` in development: every component of the UI kit in all its states. */
import css from '../admin.css?url';
import { Basics, Lists } from './ui/basics.tsx';
import { Fields } from './ui/fields.tsx';
import { Feedback, Overlays } from './ui/overlays.tsx';

export const meta = () => [{ title: 'UI kit' }];

export default function UiKitPage() {
  return (
    <div className="page grid gap-14 pt-10">
      {/* With the utilities that no shopper's page uses. */}
      <link rel="stylesheet" href={css} precedence="admin" />
      <div>
        <h1 className="text-display">UI kit</h1>
        <p className="mt-2 text-large text-soft">Every component in every state. Switch the theme above, and try a narrow window.</p>
      </div>
      <Basics />
      <Fields />
      <Feedback />
      <Overlays />
      <Lists />
    </div>
  );
}
