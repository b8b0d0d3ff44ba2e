export function createTurns() {
    let last = Promise.resolve();
    let closed;
    return {
        inTurn(work) {
            const result = last.then(() => {
                if (closed !== undefined)
                    throw closed;
                return work();
            });
            last = result.catch(() => undefined);
            return result;
        },
        close(reason) {
            closed = reason;
        },
    };
}
//# sourceMappingURL=turns.js.map