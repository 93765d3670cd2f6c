/** Explains test orders, and how to delete them: one on its page, all from their list or the settings. */
import { type ComponentProps, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { deleteTestOrder, deleteTestOrders } from '../../../contract/test-orders.ts';
import { api, isApiError } from '../../api.ts';
import { testOrders as words } from '../../shared/messages/test-orders.ts';
import { ActionButton } from '../parts/controls.tsx';
import { OwnerOnly } from '../team/team-role.tsx';

/** A button that is busy until its work is done. */
function DeleteButton({
  label,
  run,
  size,
}: { label: string; run: () => Promise<void> } & Pick<ComponentProps<typeof ActionButton>, 'size'>) {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    setIsBusy(true);
    try {
      await run();
    } catch (error) {
      toast.error(isApiError(error) ? error.message : String(error));
    }
    setIsBusy(false);
  };
  return (
    <OwnerOnly>
      <ActionButton variant="secondary" {...(size && { size })} busy={isBusy} onClick={() => void handleClick()}>
        {label}
      </ActionButton>
    </OwnerOnly>
  );
}

export function TestOrderNotice({ id }: { id: string }) {
  const navigate = useNavigate();
  const remove = async () => {
    await api(deleteTestOrder, { params: { id } });
    toast.success(words.deletedOne);
    await navigate('/dashboard/admin/orders');
  };
  return (
    <section aria-label={words.notice} className="rounded-card bg-caution/8 p-5 text-caution print:hidden">
      <p className="font-[600]">{words.notice}</p>
      <p className="mt-2 mb-4 text-small">{words.noticeHint}</p>
      <DeleteButton label={words.deleteOne} run={remove} />
    </section>
  );
}

interface DeleteAllProps extends Pick<ComponentProps<typeof ActionButton>, 'size'> {
  onDeleted: () => Promise<unknown>;
}

export function DeleteTestOrders({ onDeleted, ...look }: DeleteAllProps) {
  const remove = async () => {
    const { deleted, testOrders } = await api(deleteTestOrders);
    if (testOrders.count) toast.error(words.kept(testOrders.count));
    else toast.success(words.deleted(deleted));
    await onDeleted();
  };
  return <DeleteButton label={words.deleteAll} run={remove} {...look} />;
}
