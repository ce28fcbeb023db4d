import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Runs one thing at a time for a dialog, and stores what went wrong for it to show. */
export function useOrderAction(onDone: () => void) {
	const errorText = useErrorText();
	const [isPending, setPending] = useState(false);
	const [error, setError] = useState<string | null>(null);
	async function act(work: () => Promise<unknown>, done?: string) {
		if (isPending) return;
		setPending(true);
		setError(null);
		try {
			await work();
			if (done) toast({ variant: 'success', description: done });
			onDone();
		} catch (failed) {
			const detail = failed instanceof AppError ? failed.details[0]?.message : undefined;
			setError(detail ?? errorText(failed));
		} finally {
			setPending(false);
		}
	}
	return { isPending, error, act };
}

/** A question before something is done; what went wrong is shown in its place. */
export function ConfirmAction(
	props: Pick<
		ComponentProps<typeof ConfirmDialog>,
		'title' | 'description' | 'confirmLabel' | 'cancelLabel'
	> & {
		onClose: () => void;
		onConfirm: () => Promise<unknown>;
		/** Said once it is done. */
		done?: string;
	},
) {
	const { onConfirm, done, ...dialog } = props;
	const { isPending, error, act } = useOrderAction(dialog.onClose);
	return (
		<ConfirmDialog {...dialog} isOpen isPending={isPending} onConfirm={() => void act(onConfirm, done)}>
			{error ? <Problem>{error}</Problem> : undefined}
		</ConfirmDialog>
	);
}

export function Problem({ children }: { children: ReactNode }) {
	if (!children) return null;
	return (
		<p role="alert" className="text-sm text-danger">
			{children}
		</p>
	);
}

/** Giving a hold back before it ends. */
export function ReleaseDialog(props: { onRelease: () => Promise<unknown>; onClose: () => void }) {
	const { t } = useLingui();
	return (
		<ConfirmAction
			onClose={props.onClose}
			title={t`Release your tickets?`}
			description={t`Others can take them right away. To come after all, you’d have to register again.`}
			confirmLabel={t`Release tickets`}
			cancelLabel={t`Keep tickets`}
			onConfirm={props.onRelease}
		/>
	);
}
