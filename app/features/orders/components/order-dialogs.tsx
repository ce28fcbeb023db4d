import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useSite } from '#app/shell/site.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FormButtons } from '#app/ui/form-buttons.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { EmailField } from './email-field.tsx';

/** Runs one thing at a time for a dialog, and keeps what went wrong for it to show. */
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

export function Problem({ children }: { children: ReactNode }) {
	if (!children) return null;
	return (
		<p role="alert" className="text-sm text-danger">
			{children}
		</p>
	);
}

/** A wrong address put right: the mail goes there, and the order keeps it. */
export function ChangeEmailDialog(props: {
	email: string;
	onChange: (email: string) => Promise<unknown>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { isPending, error, act } = useOrderAction(props.onClose);
	const input = useRef<HTMLInputElement>(null);
	const { hasEmail } = useSite();
	const [isWrong, setWrong] = useState(false);
	function save(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const email = input.current?.value.trim() ?? '';
		const isRight = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
		setWrong(!isRight);
		if (isRight) void act(() => props.onChange(email), t`Email changed to ${email}`);
	}
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			size="sm"
			title={t`Change email`}
			description={
				hasEmail
					? t`We’ll resend your tickets with new codes. The old ones stop working.`
					: t`Your tickets get new codes. The old ones stop working.`
			}
			footer={
				<FormButtons
					form="change-email"
					isPending={isPending}
					onClose={props.onClose}
					label={hasEmail ? t`Save and resend` : t`Save`}
				/>
			}
		>
			<form id="change-email" noValidate onSubmit={save}>
				<EmailField
					input={input}
					defaultValue={props.email}
					error={isWrong ? t`Please enter a valid email address.` : (error ?? undefined)}
				/>
			</form>
		</Dialog>
	);
}

/** Giving a hold back before it ends. */
export function ReleaseDialog(props: { onRelease: () => Promise<unknown>; onClose: () => void }) {
	const { t } = useLingui();
	const { isPending, error, act } = useOrderAction(props.onClose);
	return (
		<ConfirmDialog
			isOpen
			onClose={props.onClose}
			title={t`Release your tickets?`}
			description={t`Others can take them right away. To come after all, you’d have to register again.`}
			confirmLabel={t`Release tickets`}
			cancelLabel={t`Keep tickets`}
			isPending={isPending}
			onConfirm={() => void act(props.onRelease)}
		>
			{error ? <Problem>{error}</Problem> : undefined}
		</ConfirmDialog>
	);
}
