/** The shop's logo: chosen, replaced or removed, apart from the other details, since it has a call of its own. */
import { useState } from 'react';
import { deleteLogo, replaceLogo } from '../../../contract/shop-details.ts';
import { api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { useTrackUnsavedChanges } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { createValidationError, useForm } from '../../shared/hooks/use-form.ts';
import { ActionButton } from '../parts/controls.tsx';
import { BarForm, useBarForm } from '../parts/save-bar.tsx';
import { UploadProgress, useUpload, withImage } from '../parts/upload.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { ImageField } from '../product-form/image-field.tsx';
import { shopDetails as words } from './messages.ts';

export function LogoForm({ logo: loadedLogo }: { logo: string | null }) {
  const revalidateShop = useRevalidateShop();
  const upload = useUpload();
  const [logo, setLogo] = useState(loadedLogo);
  const [isRemoving, setIsRemoving] = useState(false);
  /** A new number resets the field, without the chosen file. */
  const [round, setRound] = useState(0);

  const beginAgain = () => {
    setIsRemoving(false);
    setRound((it) => it + 1);
  };

  const save = async (image: FormDataEntryValue | null) => {
    if (!(image instanceof File && image.name)) return (await api(deleteLogo)).shop.logo;
    const reply = await upload.run(({ fetcher, signal }) => api(replaceLogo, { body: {}, fetcher: withImage(fetcher, {}, image), signal }));
    if (!reply) throw createValidationError(words.uploadCancelled);
    return reply.shop.logo;
  };

  const form = useForm({
    onSubmit: async (values) => {
      setLogo(await save(values.get('image')));
      beginAgain();
      void revalidateShop();
      return 'stay';
    },
  });
  useTrackUnsavedChanges(form.ref);
  useBarForm({
    form,
    labels: { image: words.logo, isRemoved: words.logo },
    saved: words.logoSaved,
    failed: words.logoSaveFailed,
    discard: () => {
      beginAgain();
      form.clearErrors();
    },
  });

  return (
    <Panel title={words.logo}>
      <BarForm id="logo" state={form} label={words.logo} className="gap-3">
        <ImageField
          key={round}
          label={words.chooseLogo}
          hint={words.logoHint}
          error={form.errors.image}
          currentImage={isRemoving ? undefined : (logo ?? undefined)}
          onFile={(file) => file && setIsRemoving(false)}
        />
        {isRemoving && <input type="hidden" name="isRemoved" value="yes" />}
        {logo && !isRemoving && (
          <ActionButton
            variant="secondary"
            className="self-start"
            onClick={() => {
              beginAgain();
              setIsRemoving(true);
            }}
          >
            {words.removeLogo}
          </ActionButton>
        )}
        <p role="status" className="text-small text-soft empty:hidden">
          {isRemoving && words.logoRemoved}
        </p>
        <UploadProgress upload={upload} cancelledMessage={words.uploadCancelled} />
      </BarForm>
    </Panel>
  );
}
