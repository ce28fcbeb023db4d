import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface FormButtonsProps {
	/** The id of the form. */
	form: string;
	onClose: () => void;
	isPending: boolean;
	/** Names what is done. */
	label: ReactNode;
	/** `Close` unless another is given. */
	closeLabel?: ReactNode;
	tone?: ButtonProps['tone'] | undefined;
	/** The dialog cannot be closed while the form is sent. */
	staysOpen?: boolean;
}

/** The footer of a dialog with a form: one button that closes, one that submits the form. */
export function FormButtons(props: FormButtonsProps) {
	const { form, onClose, isPending, label, closeLabel, tone, staysOpen = false } = props;
	return (
		<>
			<Button variant="outline" onClick={onClose} isDisabled={staysOpen && isPending}>
				{closeLabel ?? <Trans>Close</Trans>}
			</Button>
			<Button type="submit" form={form} isLoading={isPending} {...(tone && { tone })}>
				{label}
			</Button>
		</>
	);
}
