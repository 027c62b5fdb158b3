export const notFoundMessages = {
  title: '404 Page Not Found',
  hint: 'Did you forget to add the page to the router?',
  plain: 'In other words, there’s no page at this address. Nothing is lost.',
  home: 'Back to Practice',
} as const
