import { Trans } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';
import { Callout } from '#app/ui/callout.tsx';

/** The mark on every page of a sandbox; nothing on other pages. */
export function SandboxNote({ of }: { of: { isSandbox: boolean } }) {
	if (!of.isSandbox) return null;
	return (
		<Callout icon={FlaskConical}>
			<strong>
				<Trans>Sandbox</Trans>
			</strong>
			{': '}
			<Trans>nothing here is real. No emails are sent, no money moves, and no list shows it.</Trans>
		</Callout>
	);
}
