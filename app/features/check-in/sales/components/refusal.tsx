import { useErrorText } from '#app/lib/error-text.ts';
import { Callout } from '#app/ui/callout.tsx';

/** Why something was refused, read out at once; nothing while nothing was. Plans are no matter of the door, so there is no link to them. */
export function Refusal({ error }: { error: unknown }) {
	const errorText = useErrorText();
	if (!error) return null;
	return (
		<Callout tone="danger" isUrgent>
			{errorText(error)}
		</Callout>
	);
}
