/** The shop's logo: chosen, replaced or removed by itself, apart from the other details. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { deleteLogo, replaceLogo } from '../../../contract/shop-details.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { UploadProgress, useUpload, withImage } from '../parts/upload.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { ImageField } from '../product-form/image-field.tsx';
import { shopDetails as words } from './messages.ts';

export function LogoForm({ logo: loadedLogo }: { logo: string | null }) {
  const revalidateShop = useRevalidateShop();
  const upload = useUpload();
  const [logo, setLogo] = useState(loadedLogo);
  const [isRemoving, setIsRemoving] = useState(false);

  const form = useForm({
    onSubmit: async (values) => {
      const image = values.get('image');
      if (!(image instanceof File)) return 'stay';
      const saved = await upload.run(({ fetcher, signal }) =>
        api(replaceLogo, { body: {}, fetcher: withImage(fetcher, {}, image), signal }),
      );
      if (!saved) return 'stay';
      setLogo(saved.shop.logo);
      toast.success(words.logoSaved);
      void revalidateShop();
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.logoSaveFailed);
      return undefined;
    },
  });

  const remove = async () => {
    setIsRemoving(true);
    try {
      await api(deleteLogo);
      setLogo(null);
      toast.success(words.logoRemoved);
      void revalidateShop();
    } catch (error) {
      console.error(error);
      toast.error(words.logoSaveFailed);
    } finally {
      setIsRemoving(false);
    }
  };

  return (
    <Form state={form} className="gap-3">
      {/* With another logo the field begins again, without the chosen file. */}
      <ImageField
        key={logo}
        label={words.chooseLogo}
        hint={words.logoHint}
        isRequired
        error={form.errors.image}
        currentImage={logo ?? undefined}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton state={form} variant="secondary">
          {words.saveLogo}
        </SubmitButton>
        {logo && (
          <Button variant="secondary" busy={isRemoving} onClick={() => void remove()}>
            {words.removeLogo}
          </Button>
        )}
        <UploadProgress upload={upload} cancelledMessage={words.uploadCancelled} />
      </div>
    </Form>
  );
}
