import { useLingui } from '@lingui/react/macro';
import { useMailNote } from '#app/shell/mail-note.ts';
import { TextArea } from '#app/ui/text-area.tsx';

/** The member’s message to the buyer about a decision. */
export function BuyerMessage(props: {
	/** The buyer's address. */
	email: string;
	isSandbox: boolean;
	isOptional: boolean;
	value: string;
	onChange: (typed: string) => void;
	error?: string | undefined;
	maxLength: number;
}) {
	const { t } = useLingui();
	const { email, isSandbox, isOptional, value, onChange, error, maxLength } = props;
	const mailNote = useMailNote({ isSandbox, addresses: [email] });
	return (
		<TextArea
			label={t`Message to the buyer`}
			name="answer"
			hint={
				mailNote
					? `${t`Shown on the buyer’s order page.`} ${mailNote}`
					: t`Shown on the buyer’s order page and in the email.`
			}
			isOptional={isOptional}
			value={value}
			onChange={(event) => onChange(event.target.value)}
			error={error}
			maxLength={maxLength}
		/>
	);
}
