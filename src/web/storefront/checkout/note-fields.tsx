/** A note to the shop and a message for a gift, in a shop that asks for them. */
import { CUSTOMER_NOTE_MAX_LENGTH, GIFT_MESSAGE_MAX_LENGTH } from '../../../contract/checkout-fields.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { startCheckout } from '../../../contract/order.ts';
import type { Settings } from '../../../contract/settings.ts';
import { TextArea } from '../../kit/field.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { changeCheckoutWords, readCheckoutWords, useCheckoutWords } from '../../state/checkout-words.ts';
import { checkoutWords as words } from './messages.ts';

export type SentWords = Pick<BodyOf<typeof startCheckout>, 'customerNote' | 'giftMessage' | 'confirmations'>;

type Asked = Pick<Settings, 'asksForNote' | 'asksForGiftMessage'>;

/** What was typed into fields that are shown. */
export function readNotes({ asksForNote, asksForGiftMessage }: Asked, isSent: boolean): SentWords {
  const { customerNote = '', giftMessage = '' } = readCheckoutWords();
  return {
    ...(asksForNote && customerNote.trim() && { customerNote }),
    ...(asksForGiftMessage && isSent && giftMessage.trim() && { giftMessage }),
  };
}

export const asksForNotes = ({ asksForNote, asksForGiftMessage }: Asked, isSent: boolean): boolean =>
  asksForNote === true || (asksForGiftMessage === true && isSent);

interface NoteFieldsProps {
  isSent: boolean;
  errors: Record<string, string>;
}

export function NoteFields({ isSent, errors }: NoteFieldsProps) {
  const { asksForNote, asksForGiftMessage } = useShop().settings;
  const { customerNote = '', giftMessage = '' } = useCheckoutWords();
  return (
    <>
      {asksForNote && (
        <TextArea
          label={words.note}
          name="customerNote"
          hint={words.noteHint}
          rows={3}
          maxLength={CUSTOMER_NOTE_MAX_LENGTH}
          value={customerNote}
          onChange={({ target }) => changeCheckoutWords({ customerNote: target.value })}
          error={errors.customerNote}
        />
      )}
      {asksForGiftMessage && isSent && (
        <TextArea
          label={words.gift}
          name="giftMessage"
          hint={words.giftHint}
          rows={3}
          maxLength={GIFT_MESSAGE_MAX_LENGTH}
          value={giftMessage}
          onChange={({ target }) => changeCheckoutWords({ giftMessage: target.value })}
          error={errors.giftMessage}
        />
      )}
    </>
  );
}
