import { useLingui } from '@lingui/react/macro';
import { useAttempt } from '#app/lib/attempt.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { useGiftAidActions } from '../gift-aid-api.ts';

/** Asks before a declaration is cancelled. */
export function CancelDeclarationDialog(props: {
	organisation: string;
	/** Null: none is to be cancelled. */
	declaration: string | null;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { organisation, declaration, onClose } = props;
	const { cancel } = useGiftAidActions(organisation);
	async function stop(id: string) {
		await attempt(cancel.mutateAsync(id), t`Declaration cancelled`);
		onClose();
	}
	return (
		<ConfirmDialog
			isOpen={declaration !== null}
			isPending={cancel.isPending}
			title={t`Cancel this declaration?`}
			description={t`Nothing more is claimed with it, for this donation or others. Claims that were made stay. Make the claim first if the donor cancels for the future only.`}
			confirmLabel={t`Cancel declaration`}
			cancelLabel={t`Keep it`}
			onConfirm={() => declaration && void stop(declaration)}
			onClose={onClose}
		/>
	);
}
