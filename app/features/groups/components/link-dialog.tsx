import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';

/** The leader's link, to be copied manually where the browser does not let a button do it. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
	const { t } = useLingui();
	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={t`Leader’s link`}
			footer={
				<Button variant="outline" onClick={onClose}>
					<Trans>Close</Trans>
				</Button>
			}
		>
			<TextField
				label={t`Link`}
				hint={t`Select it and copy it.`}
				value={link}
				readOnly
				onFocus={(event) => event.currentTarget.select()}
			/>
		</Dialog>
	);
}
