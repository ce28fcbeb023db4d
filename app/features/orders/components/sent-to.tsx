import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, Mail, Printer } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';

/**
 * Where the email went, large enough to notice a slip, and the two ways to correct it. Where no email can be sent, this page is
 * the only way back to the ticket, and says so; also to a guest who bought at the door without an email.
 */
export function SentTo({ actions, onChange }: { actions: ManagedOrderActions; onChange: () => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { hasEmail } = useSite();
	const { manageToken = '' } = useParams();
	const [isSending, setSending] = useState(false);
	const { buyer, event, attendees } = actions.order;
	const { email } = buyer;
	async function resend() {
		if (isSending) return;
		setSending(true);
		try {
			await actions.resend();
			toast({ variant: 'success', description: t`Ticket sent again to ${email}` });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		} finally {
			setSending(false);
		}
	}
	if (!hasEmail || email === '') {
		return (
			<div className="flex flex-col items-start gap-3">
				<p className="text-lg">
					{hasEmail ? (
						<Trans>Save this page: it has your ticket and receipt</Trans>
					) : (
						<Trans>Save this page: email isn’t set up on this site</Trans>
					)}
				</p>
				<div className="needs-script flex flex-wrap gap-2">
					<Button variant="outline" icon={Printer} onClick={() => window.print()}>
						<Trans>Print</Trans>
					</Button>
					{hasEmail ? (
						<Button variant="outline" icon={Mail} onClick={onChange}>
							<Trans>Get it by email</Trans>
						</Button>
					) : null}
					<ButtonLink
						variant="outline"
						icon={CalendarPlus}
						isExternal
						to={`/api/orders/${encodeURIComponent(manageToken)}/calendar.ics`}
					>
						<Trans>Add to calendar</Trans>
					</ButtonLink>
				</div>
			</div>
		);
	}
	const address = <strong className="font-semibold">{email}</strong>;
	return (
		<div className="flex flex-col md:gap-1">
			<p className="md:text-lg [overflow-wrap:anywhere]">
				{event.isSandbox ? (
					<Trans>Emails to {address} stay in the sandbox</Trans>
				) : attendees.length === 0 ? (
					<Trans>Confirmation sent to {address}</Trans>
				) : (
					<Trans>Ticket sent to {address}</Trans>
				)}
			</p>
			<p className="needs-script flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
				<span>
					<Trans>
						Wrong email?{' '}
						<button type="button" className="link min-h-8" onClick={onChange}>
							Change it
						</button>
					</Trans>
				</span>
				{event.isSandbox ? null : (
					<button
						type="button"
						className="link min-h-8"
						aria-disabled={isSending || undefined}
						onClick={() => void resend()}
					>
						<Trans>Resend</Trans>
					</button>
				)}
			</p>
		</div>
	);
}
