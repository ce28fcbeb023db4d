import { Trans } from '@lingui/react/macro';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';

/** In the place of what could not be read: why, and another try. */
export function ReadTrouble({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
	const errorText = useErrorText();
	return (
		<Callout
			tone="danger"
			isUrgent
			action={
				<Button size="sm" variant="outline" onClick={() => void onRetry()}>
					<Trans>Try again</Trans>
				</Button>
			}
		>
			{errorText(error)}
		</Callout>
	);
}
