import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CameraNotice } from '#app/features/scanner/components/camera-notice.tsx';
import { ImageScan } from '#app/features/scanner/components/image-scan.tsx';
import { Scanner } from '#app/features/scanner/components/scanner.tsx';
import type { ScannerController } from '#app/features/scanner/scanner-controller.ts';
import { ScannerCore } from '#app/features/scanner/scanner-core.ts';
import { useKeepAwake, useKeyReader, useScanner, useScanSignals } from '#app/features/scanner/use-scanner.ts';
import { Button } from '#app/ui/button.tsx';
import './main.css';

/** A page with nothing but the scanning component, for the browser tests. What happens is written into `log`. */

interface LogEntry {
	what: 'code' | 'state' | 'problem' | 'key';
	text: string;
	atMs: number;
}

declare global {
	interface Window {
		log: LogEntry[];
		controller: ScannerController;
		ScannerCore: typeof ScannerCore;
	}
}

window.log = [];
window.ScannerCore = ScannerCore;
const note = (what: LogEntry['what'], text: string) =>
	window.log.push({ what, text, atMs: performance.now() });

function Page() {
	const [isPaused, setPaused] = useState(false);
	const [lastCode, setLastCode] = useState('');
	const search = new URLSearchParams(location.search);
	const onCode = (text: string) => {
		note('code', text);
		setLastCode(text);
		signals.give('success');
	};
	const scanner = useScanner({
		onCode,
		isPaused,
		repeatAfterMs: Number(search.get('repeat') ?? 3000),
		idleAfterMs: Number(search.get('idle') ?? 120_000),
		onStateChange: (state) => note('state', state),
		onCameraError: (error) => note('problem', `${error.problem}: ${error.message}`),
	});
	const signals = useScanSignals();
	const { controller, snapshot } = scanner;
	window.controller = controller;
	useKeyReader((text) => note('key', text));
	useKeepAwake(snapshot.state !== 'not-started');
	return (
		<main className="mx-auto flex max-w-[390px] flex-col gap-3 p-4">
			<Scanner scanner={scanner} />
			{snapshot.problem ? <CameraNotice problem={snapshot.problem} /> : null}
			<div className="flex flex-wrap gap-2">
				<Button
					onClick={() => {
						signals.unlock();
						void controller.start();
					}}
				>
					Start Scanning
				</Button>
				<Button variant="outline" onClick={() => void controller.stop()}>
					Stop Scanner
				</Button>
				<Button variant="outline" onClick={() => setPaused(!isPaused)}>
					{isPaused ? 'Resume' : 'Pause'}
				</Button>
				<Button variant="outline" onClick={() => signals.setMuted(!signals.isMuted)}>
					{signals.isMuted ? 'Sound on' : 'Mute'}
				</Button>
			</div>
			<ImageScan scanner={scanner} onCode={onCode} />
			<Search />
			<output>{lastCode}</output>
		</main>
	);
}

function Search() {
	const [value, setValue] = useState('');
	return (
		<input
			aria-label="Search"
			className="input"
			value={value}
			onChange={(event) => setValue(event.target.value)}
		/>
	);
}

function Root() {
	const [isShown, setShown] = useState(true);
	return (
		<>
			{isShown ? <Page /> : null}
			<Button variant="ghost" onClick={() => setShown(!isShown)}>
				{isShown ? 'Leave' : 'Come back'}
			</Button>
		</>
	);
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
createRoot(document.getElementById('root')!).render(
	<StrictMode>
		<I18nProvider i18n={i18n}>
			<Root />
		</I18nProvider>
	</StrictMode>,
);
