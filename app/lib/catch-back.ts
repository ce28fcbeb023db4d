/**
 * Until the returned function is called, the browser's "back" calls `onBack` and stays on the page: for what covers the whole screen.
 * The router sees a move to the address where it is: the page's `shouldRevalidate` decides whether that loads it again.
 */
export function catchBack(onBack: () => void): () => void {
	let isOver = false;
	window.history.pushState(window.history.state, '');
	const listen = () => {
		if (isOver) return;
		isOver = true;
		onBack();
	};
	window.addEventListener('popstate', listen, { once: true });
	return () => {
		if (isOver) return;
		isOver = true;
		window.history.back();
	};
}
