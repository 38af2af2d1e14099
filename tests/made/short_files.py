"""Short puzzle files, one for each kind of answer, by their names."""

CAT = "colours: R:red B:blue\ncolumns: R1B1 r2 b2\nrows: r2B1 R1B2\n"
COLUMN = 'kind = "nonogram"\nrows = [[1], [1]]\ncolumns = [[2], []]\n'
TEXTS = {
    "cat.txt": CAT,
    "ring.txt": "###\n#.#\n###\n",
    "odd.txt": "#?#",
    "notes.md": "# Notes\n\nNo puzzle.\n",
    "five.toml": 'kind = "katamino"\npieces = [2, 3, 10, 6, 11]\n',
    "unique.toml": 'kind = "nonogram"\nrows = [[2], [1]]\ncolumns = [[2], [1]]\n',
    "many.toml": 'kind = "nonogram"\nrows = [[1], [1], [1]]\ncolumns = [[1], [1], [1]]\n',
    "two.toml": 'kind = "nonogram"\nrows = [[1], [1]]\ncolumns = [[1], [1]]\n',
    "sums.toml": 'kind = "nonogram"\nrows = [[2], [2]]\ncolumns = [[2], [1]]\n',
    "long.toml": 'kind = "nonogram"\nrows = [[1, 1], [1]]\ncolumns = [[2], [1]]\n',
    "clash.toml": 'kind = "nonogram"\nrows = [[1], [1], [2]]\ncolumns = [[1, 1], [1, 1]]\n',
    "done.toml": f'{COLUMN}solution = ["10", "10"]\n',
    "begun.toml": f'{COLUMN}solution = ["1?", "??"]\n',
    "wrong.toml": f'{COLUMN}solution = ["0?", "??"]\n',
    "none.toml": 'kind = "katamino"\npieces = [9, 1, 12]\n',
    "part.toml": 'kind = "katamino"\npieces = [2, 3]\nsolution = ["11", "1?", "1?", "1?", "??"]\n',
    "half.toml": 'kind = "katamino"\npieces = [2, 3]\nsolution = ["11", "1?", "1?", "??", "??"]\n',
}
