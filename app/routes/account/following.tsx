import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { useFollowing } from '#app/features/organisers/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { AppError } from '#shared/errors/app-error.ts';

/** /followers/{token}: confirms or ends following. It asks first: mail scanners follow links. */
export default function FollowingPage() {
	const { t } = useLingui();
	const { token = '' } = useParams();
	const attempt = useAttempt();
	const { found, confirm, leave } = useFollowing(token);
	if (found.error instanceof AppError && found.error.status === 404) {
		return (
			<AccountPage
				title={t`This link doesn’t work any more`}
				lead={<Trans>You won’t get emails because of it. Follow the organiser again on its page.</Trans>}
			>
				{null}
			</AccountPage>
		);
	}
	if (found.error) return <ErrorScreen error={found.error} />;
	if (!found.data) {
		return (
			<AccountPage title={t`Follow`}>
				<Skeleton className="h-24" />
			</AccountPage>
		);
	}
	const { organiser, state } = found.data;
	const { name } = organiser;
	const titles = {
		pending: t`Follow ${name}?`,
		confirmed: t`You follow ${name}`,
		left: t`You don’t follow ${name}`,
	};
	return (
		<AccountPage
			title={titles[state]}
			lead={
				state === 'confirmed' ? (
					<Trans>We email you about new events, at most once a day.</Trans>
				) : state === 'pending' ? (
					<Trans>Confirm that you want email about new events, at most one a day.</Trans>
				) : (
					<Trans>You get no more email about new events.</Trans>
				)
			}
		>
			{state === 'confirmed' ? (
				<Button
					size="lg"
					variant="outline"
					isLoading={leave.isPending}
					onClick={() => void attempt(leave.mutateAsync(undefined))}
				>
					<Trans>Stop following</Trans>
				</Button>
			) : (
				<Button
					size="lg"
					isLoading={confirm.isPending}
					onClick={() => void attempt(confirm.mutateAsync(undefined))}
				>
					{state === 'pending' ? <Trans>Confirm</Trans> : <Trans>Follow again</Trans>}
				</Button>
			)}
			<Link to={`/organisers/${organiser.slug}`} className="link self-start">
				<Trans>See events by {name}</Trans>
			</Link>
		</AccountPage>
	);
}
