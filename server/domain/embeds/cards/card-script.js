// Runs in a card that another site frames. Where the address names a secret, as WordPress does (`#?secret=…`), the page around is sent
//   { message: 'height', value, secret }: how high the card is, at first, after each change and when asked by `ready`
//   { message: 'link', value, secret }: which link was followed, in a sandbox that opens no windows by itself
// Links say which site they were followed on. Nothing is stored, and nothing is fetched.
const readSecret = () => /[#?&]secret=(\w{1,64})/.exec(window.location.hash)?.[1] ?? '';

function send(message, value) {
	const secret = readSecret();
	if (secret && window.parent !== window) window.parent.postMessage({ message, value, secret }, '*');
}

const sendHeight = () => send('height', Math.ceil(document.body.getBoundingClientRect().height));

new ResizeObserver(sendHeight).observe(document.body);
window.addEventListener('load', sendHeight);
window.addEventListener('hashchange', sendHeight);
window.addEventListener('message', ({ source, data }) => {
	if (source === window.parent && data?.message === 'ready' && data.secret === readSecret()) sendHeight();
});

const site = URL.canParse(document.referrer) ? new URL(document.referrer).host : '';
for (const link of document.querySelectorAll('a')) {
	const target = new URL(link.href);
	if (site && site !== target.host) target.searchParams.set('utm_source', site);
	target.searchParams.set('utm_medium', 'embed');
	link.href = target.href;
	link.addEventListener('click', (event) => {
		const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
		if (window.origin !== 'null' || !readSecret() || !isPlain) return;
		event.preventDefault();
		send('link', link.href);
	});
}
