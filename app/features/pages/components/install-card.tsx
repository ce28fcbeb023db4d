import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';

interface InstallPrompt extends Event {
	prompt(): Promise<void>;
	userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Installing from the browser: the button where the browser offers one, and the manual steps everywhere. */
export function InstallCard() {
	const { t } = useLingui();
	const { productName } = useSite();
	const [prompt, setPrompt] = useState<InstallPrompt | null>(null);
	const [isInstalled, setIsInstalled] = useState(false);
	useEffect(() => {
		setIsInstalled(matchMedia('(display-mode: standalone)').matches);
		const onPrompt = (event: Event) => {
			event.preventDefault();
			setPrompt(event as InstallPrompt);
		};
		const onInstalled = () => setIsInstalled(true);
		addEventListener('beforeinstallprompt', onPrompt);
		addEventListener('appinstalled', onInstalled);
		return () => {
			removeEventListener('beforeinstallprompt', onPrompt);
			removeEventListener('appinstalled', onInstalled);
		};
	}, []);

	async function install() {
		if (!prompt) return;
		await prompt.prompt();
		await prompt.userChoice;
		// A browser offers it once.
		setPrompt(null);
	}

	return (
		<Card title={<Trans>Install {productName}</Trans>}>
			{isInstalled ? (
				<Callout tone="success">
					<Trans>Installed. Open it from your home screen.</Trans>
				</Callout>
			) : (
				<div className="flex flex-col gap-5">
					{prompt ? (
						<Button size="lg" icon={Download} className="self-start" onClick={() => void install()}>
							{t`Install ${productName}`}
						</Button>
					) : null}
					<dl className="grid gap-5 text-sm md:grid-cols-3">
						<div>
							<dt className="font-semibold">
								<Trans>iPhone, iPad</Trans>
							</dt>
							<dd className="mt-1 text-muted">
								<Trans>In Safari, tap Share, then Add to Home Screen.</Trans>
							</dd>
						</div>
						<div>
							<dt className="font-semibold">
								<Trans>Android</Trans>
							</dt>
							<dd className="mt-1 text-muted">
								<Trans>In Chrome, open the three-dot menu, then Add to Home screen or Install app.</Trans>
							</dd>
						</div>
						<div>
							<dt className="font-semibold">
								<Trans>Computer</Trans>
							</dt>
							<dd className="mt-1 text-muted">
								<Trans>In Chrome or Edge, click the install icon in the address bar.</Trans>
							</dd>
						</div>
					</dl>
				</div>
			)}
		</Card>
	);
}
