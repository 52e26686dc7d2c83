// The program whose precompiled headers the tests use.
int main() {}
