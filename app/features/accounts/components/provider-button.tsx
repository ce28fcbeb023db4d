import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { goToProvider } from '../provider.ts';

/** The way to the operator's own provider, above the form. */
export function ProviderButton(props: { name: string; next: string | null }) {
	const { name, next } = props;
	const errorText = useErrorText();
	const [isPending, setIsPending] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const [rememberMe, setRememberMe] = useState(false);
	async function go() {
		setIsPending(true);
		setProblem(null);
		try {
			await goToProvider({ rememberMe, next });
		} catch (error) {
			setProblem(errorText(error));
			setIsPending(false);
		}
	}
	return (
		<div className="flex flex-col gap-4">
			{problem ? (
				<Callout tone="danger" isUrgent>
					{problem}
				</Callout>
			) : null}
			<Button size="lg" variant="outline" isLoading={isPending} onClick={() => void go()}>
				<Trans>Continue with {name}</Trans>
			</Button>
			<Checkbox
				label={<Trans>Keep me signed in with {name}</Trans>}
				checked={rememberMe}
				onChange={(change) => setRememberMe(change.currentTarget.checked)}
			/>
			<p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
				<Trans>or</Trans>
			</p>
		</div>
	);
}
