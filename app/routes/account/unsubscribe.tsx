import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { IncompleteLink } from '#app/features/accounts/components/incomplete-link.tsx';
import { useLinkToken } from '#app/features/accounts/link-token.ts';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { subscribeAgain, unsubscribe } from '#shared/contracts/notifications.ts';

/** Where the link under a reminder leads. It asks first: mail scanners follow links, and must not unsubscribe anybody. */
export default function UnsubscribePage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const token = useLinkToken();
	const [isOff, setIsOff] = useState(false);
	const [isPending, setIsPending] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);

	async function change(turnOff: boolean) {
		setIsPending(true);
		setProblem(null);
		try {
			const call = { params: { token: token ?? '' }, hasBearer: false };
			await (turnOff ? api.call(unsubscribe, call) : api.call(subscribeAgain, call));
			setIsOff(turnOff);
		} catch (error) {
			setProblem(errorText(error));
		} finally {
			setIsPending(false);
		}
	}

	if (!token) {
		return <IncompleteLink lead={<Trans>Open the link at the end of the email again.</Trans>} />;
	}
	return (
		<AccountPage
			title={isOff ? t`You’re unsubscribed` : t`Unsubscribe from reminders?`}
			lead={
				isOff ? (
					<Trans>You’ll still get emails about your tickets and event changes.</Trans>
				) : (
					<Trans>We email you the day before each event. You can turn these off for this address.</Trans>
				)
			}
		>
			{problem ? (
				<Callout tone="danger" isUrgent>
					{problem}
				</Callout>
			) : null}
			{isOff ? (
				<Button size="lg" variant="outline" isLoading={isPending} onClick={() => void change(false)}>
					<Trans>Resubscribe</Trans>
				</Button>
			) : (
				<Button size="lg" isLoading={isPending} onClick={() => void change(true)}>
					<Trans>Unsubscribe</Trans>
				</Button>
			)}
		</AccountPage>
	);
}
