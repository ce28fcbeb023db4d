import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { StaffLink } from '#shared/contracts/staff.ts';

/** Asks before a link and its devices lose access, and says what becomes of them. */
export function EndLinkDialog(props: {
	act: 'revoke' | 'rotate';
	link: Pick<StaffLink, 'label' | 'deviceCount'>;
	isPending: boolean;
	onClose: () => void;
	onConfirm: () => void;
}) {
	const { t } = useLingui();
	const { label, deviceCount } = props.link;
	const isRevoke = props.act === 'revoke';
	return (
		<ConfirmDialog
			isOpen
			onClose={props.onClose}
			title={isRevoke ? t`Revoke ${label}?` : t`Renew ${label}?`}
			description={
				isRevoke
					? t`The link and its short code stop working.`
					: t`It gets a new link and short code. The old ones stop working.`
			}
			confirmLabel={isRevoke ? t`Revoke` : t`Renew`}
			isPending={props.isPending}
			onConfirm={props.onConfirm}
		>
			{deviceCount > 0 ? (
				<p>
					<Plural
						value={deviceCount}
						one="# device loses access at its next scan."
						other="# devices lose access at their next scan."
					/>{' '}
					<Trans>Earlier scans count. A device that was offline can still send them for a week.</Trans>
				</p>
			) : null}
		</ConfirmDialog>
	);
}
