import { Trans } from '@lingui/react/macro';
import { suggestEmail } from '../email-typo.ts';

/** "Did you mean …?" about an address that is probably a slip, with the address that was meant, which one press takes; null about any other. */
export function suggestionFor(field: HTMLInputElement, onTaken: () => void): React.ReactNode {
	const email = suggestEmail(field.value);
	if (email === null) return null;
	const take = () => {
		field.value = email;
		onTaken();
		field.focus();
	};
	return <Suggestion email={email} onTake={take} />;
}

function Suggestion({ email, onTake }: { email: string; onTake(): void }) {
	return (
		<Trans>
			Did you mean{' '}
			<button type="button" className="link min-h-6 [overflow-wrap:anywhere]" onClick={onTake}>
				{email}
			</button>
			?
		</Trans>
	);
}
