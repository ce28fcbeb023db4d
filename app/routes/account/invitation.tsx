import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from 'react-router';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { useInvitation } from '#app/features/team/api.ts';
import { InvitationCard } from '#app/features/team/components/invitation-card.tsx';
import { signIn, useSession } from '#app/lib/session.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { AppError } from '#shared/errors/app-error.ts';

/** /invitations/{token}: what the link in the email of an invitation opens. */
export default function InvitationPage() {
	const { t } = useLingui();
	const { token = '' } = useParams();
	const session = useSession();
	const navigate = useNavigate();
	const found = useInvitation(token, session.user?.id ?? null);
	if (found.error instanceof AppError && found.error.status === 404) {
		return (
			<AccountPage
				title={t`This invitation can’t be found`}
				lead={
					<Trans>
						It may have been sent again: open the newest email. Otherwise ask for a new invitation.
					</Trans>
				}
			>
				{null}
			</AccountPage>
		);
	}
	if (found.error) return <ErrorScreen error={found.error} />;
	if (!found.data || session.status === 'loading') {
		return (
			<AccountPage title={t`Invitation`}>
				<Skeleton className="h-72" />
			</AccountPage>
		);
	}
	const { organisation } = found.data;
	return (
		<AccountPage title={t`Join ${organisation.name}`}>
			<InvitationCard
				token={token}
				invitation={found.data}
				email={session.user?.email ?? null}
				onJoined={async (fresh) => {
					if (fresh) await signIn(fresh, { rememberMe: false });
					await navigate('/dashboard', { replace: true });
				}}
			/>
		</AccountPage>
	);
}
