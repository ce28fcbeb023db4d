import { useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { useSite } from '#app/shell/site.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { EmailField } from './email-field.tsx';
import { useOrderAction } from './order-dialogs.tsx';

/** A wrong address put right: the email goes there, and is saved with the order. */
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
		<FormDialog
			form="change-email"
			onClose={props.onClose}
			size="sm"
			title={t`Change email`}
			description={
				hasEmail
					? t`We’ll resend your tickets with new codes. The old ones stop working.`
					: t`Your tickets get new codes. The old ones stop working.`
			}
			isPending={isPending}
			label={hasEmail ? t`Save and resend` : t`Save`}
			onSubmit={save}
		>
			<EmailField
				input={input}
				defaultValue={props.email}
				error={isWrong ? t`Please enter a valid email address.` : (error ?? undefined)}
			/>
		</FormDialog>
	);
}
