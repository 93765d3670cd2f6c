/** `/dev/ui` in development: every component of the UI kit in all its states. */
import { Basics } from './ui/basics.tsx';
import { Feedback } from './ui/feedback.tsx';
import { Fields } from './ui/fields.tsx';
import { Lists } from './ui/lists.tsx';
import { Overlays } from './ui/overlays.tsx';

export const meta = () => [{ title: 'Parts' }];

export default function UiKitPage() {
  return (
    <div className="page grid gap-14 pt-10">
      <div>
        <h1 className="text-display">Parts</h1>
        <p className="mt-2 text-large text-soft">
          What every page is made of, in every state. Switch the theme above; make the window narrow.
        </p>
      </div>
      <Basics />
      <Fields />
      <Feedback />
      <Overlays />
      <Lists />
    </div>
  );
}
